// A page as Markdown: its text, without what surrounds it on a screen. Runs on a thread of its own.
/// <reference path="./turndown-plugin-gfm.d.ts" />
import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'

export interface PageText {
  /** What the page calls itself; empty where it does not. */
  title: string
  markdown: string
}

/** What of an element of the parsed page is used here; it has no types of its own without those of a browser. */
interface PageNode {
  nodeName: string
  textContent: string | null
  parentNode: object | null
  getAttribute(name: string): string | null
}

/** What carries nothing to read, or is for operating the page. */
const JUNK = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT EMBED CANVAS SVG NAV DIALOG BUTTON SELECT AUDIO VIDEO LINK META'.split(
    ' ',
  ),
)
const ASIDE_ROLES = new Set(['navigation', 'search', 'banner', 'contentinfo'])
/** Where turndown hangs what it parsed. */
const ROOT = 'turndown-root'
/** A main part shorter than this is a frame that scripts would fill. */
const MAIN_CHARS = 200
const TITLE_CHARS = 300

/**
 * Turns HTML into Markdown. Where the page marks its main part, that is all that comes back; links and images become absolute.
 *
 * @param base what relative links are relative to
 * @throws RangeError for pages nested deeper than can be walked
 */
export function pageMarkdown(html: string, base: string): PageText {
  const found: { title: string; mains: string[] } = { title: '', mains: [] }
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
    emDelimiter: '*',
  })
  service.use(gfm)
  service.addRule('links', {
    filter: (node: PageNode) => node.nodeName === 'A',
    replacement: (content: string, node: PageNode) => linkText(content, node.getAttribute('href'), base),
  })
  service.addRule('images', {
    filter: (node: PageNode) => node.nodeName === 'IMG',
    replacement: (_: string, node: PageNode) => imageText(node.getAttribute('alt'), node.getAttribute('src'), base),
  })
  service.addRule('main', {
    filter: (node: PageNode) => node.nodeName === 'MAIN' || node.getAttribute('role') === 'main',
    replacement: (content: string) => {
      found.mains.push(content)
      return `\n\n${content}\n\n`
    },
  })
  service.addRule('title', {
    filter: (node: PageNode) => node.nodeName === 'TITLE',
    replacement: (_: string, node: PageNode) => {
      found.title ||= oneLine((node.textContent ?? '').slice(0, TITLE_CHARS))
      return ''
    },
  })
  // The rule added last is asked first: what is left out is left out whatever else it is.
  service.addRule('junk', { filter: (node: PageNode) => isJunk(node), replacement: () => '' })
  const whole = service.turndown(html)
  const main = found.mains.length === 1 ? (found.mains[0] ?? '') : ''
  return { title: found.title, markdown: tidy(main.length >= MAIN_CHARS ? main : whole) }
}

function isJunk(node: PageNode): boolean {
  const { nodeName } = node
  if (JUNK.has(nodeName.toUpperCase())) return true
  if ((nodeName === 'HEADER' || nodeName === 'FOOTER') && isRoot(node.parentNode)) return true
  if (node.getAttribute('hidden') !== null || node.getAttribute('aria-hidden') === 'true') return true
  return ASIDE_ROLES.has(node.getAttribute('role') ?? '')
}

function isRoot(node: object | null): boolean {
  return node !== null && Reflect.get(node, 'id') === ROOT
}

/** A link that leads nowhere for a reader (within the page, to a script) is its text. */
function linkText(content: string, href: string | null, base: string): string {
  const text = content.trim() === '' ? '' : content.replace(/\s*\n\s*/g, ' ')
  const to = href === null || href.startsWith('#') ? null : absolute(href, base)
  return text === '' || to === null ? text : `[${text.trim()}](${to})`
}

function imageText(alt: string | null, src: string | null, base: string): string {
  const words = oneLine(alt ?? '')
  const to = src === null ? null : absolute(src, base)
  return words === '' || to === null ? words : `![${words}](${to})`
}

function absolute(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  return /^(?:https?|mailto):$/.test(url.protocol) ? url.href.replaceAll('(', '%28').replaceAll(')', '%29') : null
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function tidy(markdown: string): string {
  const lines = markdown.split('\n').map((line) => line.trimEnd())
  return lines
    .filter((line, n) => line !== '' || lines[n - 1] !== '')
    .join('\n')
    .trim()
}
