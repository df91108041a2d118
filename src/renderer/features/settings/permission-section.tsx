import { useState } from 'react'
import { useApp } from '../../state/store'
import { SelectField } from '../../ui/field'
import { plural } from '../../ui/format-count'
import { ProblemNote } from '../../ui/problem-note'
import { DecisionBadge } from './decision-badge'
import styles from './permission-section.module.css'
import { RuleTester } from './rule-tester'
import screen from './settings-screen.module.css'
import { type Rules, useRules } from './use-rules'

/** The rules that hold for a project, what of their files cannot be used, and what they would say of a call. */
export function PermissionSection() {
  const projects = useApp(({ view }) => view.projects) ?? []
  const [chosen, choose] = useState<string | null>(null)
  const project = projects.find(({ id }) => id === chosen) ?? projects[0]
  return (
    <section className={screen.section} aria-label="Permission rules">
      <h2>Permission rules</h2>
      <p className={styles.about}>
        Read from <code>.claude/settings.json</code> and <code>settings.local.json</code> of the project and from{' '}
        <code>~/.claude/settings.json</code>. Deny comes before ask, ask before allow.
      </p>
      {project ? (
        <>
          <div className={styles.project}>
            <SelectField
              label="Project"
              value={project.id}
              choices={projects.map(({ id, name, realPath }) => ({ value: id, label: `${name} · ${realPath}` }))}
              onChange={(event) => choose(event.target.value)}
            />
          </div>
          <RulesOf key={project.id} projectId={project.id} />
        </>
      ) : (
        <p className={styles.about}>Open a project to see which rules hold in it.</p>
      )}
    </section>
  )
}

function RulesOf({ projectId }: { projectId: string }) {
  const { rules, tested, problem, test, forget } = useRules(projectId)
  return (
    <>
      {rules && rules.broken.length > 0 && <BrokenRules broken={rules.broken} />}
      {rules && <RuleList rules={rules} />}
      <RuleTester tested={tested} onTest={test} onChange={forget} />
      {problem && <ProblemNote>{problem}</ProblemNote>}
    </>
  )
}

function BrokenRules({ broken }: Pick<Rules, 'broken'>) {
  return (
    <div className={styles.broken}>
      <h3 className={styles.wrong}>{plural(broken.length, 'line')} cannot be used</h3>
      <ul>
        {broken.map(({ source, line, reason }) => (
          <li key={`${source} ${line} ${reason}`}>
            <code className={styles.place}>
              {source}
              {line === null ? '' : `:${line}`}
            </code>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function RuleList({ rules: { rules, trusted } }: { rules: Rules }) {
  if (rules.length === 0) return <p className={styles.about}>No rule is written for this project.</p>
  const active = rules.filter((rule) => rule.active).length
  return (
    <details className={styles.rules}>
      <summary>
        {plural(active, 'rule')} in force{active < rules.length && `, ${rules.length - active} waiting for trust`}
      </summary>
      <ul>
        {rules.map(({ effect, rule, source, active: holds }) => (
          <li key={`${effect} ${rule} ${source}`}>
            <DecisionBadge decision={effect} quiet={!holds} />
            <code>{rule}</code>
            <span className={styles.source}>
              {source}
              {!holds && ' · does not count until the project is trusted'}
            </span>
          </li>
        ))}
      </ul>
      {!trusted && <p className={styles.about}>The project is restricted: only its deny and ask rules hold.</p>}
    </details>
  )
}
