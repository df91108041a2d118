import { useState } from 'react'
import type { KeyBindings } from '../../../shared/domain/key-bindings'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { conflictsOf, keysFor, keysProblem, withKeys } from '../../keyboard/bindings'
import { KEY_ACTIONS, type KeyAction, type KeyActionId } from '../../keyboard/key-actions'
import { useChosenKeys } from '../../keyboard/use-keys'
import { receiveSettings } from '../../state/receive'
import { announce } from '../../state/ui-actions'
import { keyText } from '../../ui/kbd'
import { useRecording } from './use-recording'

/** Keys that others have; they are taken from them only when the person says so. */
export interface KeyConflict {
  id: KeyActionId
  keys: string
  others: readonly KeyAction[]
}

/** Changing keys: each change is stored at once, since a half-changed keyboard helps nobody. */
export function useKeySettings() {
  const host = useHost()
  const chosen = useChosenKeys()
  const [conflict, setConflict] = useState<KeyConflict | null>(null)
  const [problem, setProblem] = useState<{ id: KeyActionId; text: string } | null>(null)

  const write = async (id: KeyActionId, bindings: KeyBindings, said: string) => {
    setConflict(null)
    setProblem(null)
    try {
      receiveSettings(await host.call('settings.write', { patch: { 'keyboard.bindings': bindings } }))
      announce(said)
    } catch (error) {
      setProblem({ id, text: failureText(error) })
    }
  }
  const give = (id: KeyActionId, keys: readonly string[]) =>
    write(id, withKeys(chosen, id, keys), `${wordsOf(id)}: ${keys[0] ? keyText(keys[0]) : 'no key'}`)

  const recording = useRecording((id, keys) => {
    const action = actionOf(id)
    const wrong = keys === null || !action ? null : keysProblem(action, keys)
    if (wrong) return setProblem({ id, text: wrong })
    recording.stop()
    const others = keys === null ? [] : conflictsOf(id, keys, chosen)
    if (keys !== null && others.length > 0) {
      setProblem(null)
      return setConflict({ id, keys, others })
    }
    void give(id, keys === null ? [] : [keys])
  })

  return {
    chosen,
    conflict,
    problem,
    recordingId: recording.id,
    record(id: KeyActionId) {
      setConflict(null)
      setProblem(null)
      recording.start(id)
    },
    dismiss: () => setConflict(null),
    takeOver() {
      if (!conflict) return
      const without = conflict.others.reduce(
        (bindings, { id }) =>
          withKeys(
            bindings,
            id,
            keysFor(id, chosen).filter((keys) => keys !== conflict.keys),
          ),
        chosen,
      )
      const { id, keys } = conflict
      void write(id, withKeys(without, id, [keys]), `${wordsOf(id)}: ${keyText(keys)}`)
    },
    reset: (id: KeyActionId) => write(id, withKeys(chosen, id, null), `${wordsOf(id)} has its own keys again`),
    resetAll: () => write('palette', {}, 'All keys are as they were made'),
  }
}

export type KeySettings = ReturnType<typeof useKeySettings>

function actionOf(id: KeyActionId): KeyAction | undefined {
  return KEY_ACTIONS.find((action) => action.id === id)
}

function wordsOf(id: KeyActionId): string {
  return actionOf(id)?.what ?? id
}
