import { CornerDownLeft } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '@/components/ui/button'
import { isComposing } from '@/lib/ime'
import { consoleText as t } from '@/lib/i18n/zh-Hans/server'
import { complete, remember, typedBefore } from '../model/commands'
import type { Refusal } from '../model/socket'
import ui from '@/components/ui/ui.module.css'
import css from './console-card.module.css'

type CommandLineProps = {
  server: string
  players: readonly string[]
  /** Why nothing can be typed; undefined where it can. */
  disabled: string | undefined
  refused: Refusal | undefined
  /** False where the command was not sent. */
  onCommand: (command: string) => boolean
}

/** The line for commands: history by the arrows, completion by Tab. */
export function CommandLine({ server, players, disabled, refused, onCommand }: CommandLineProps) {
  const [text, setText] = useState('')
  const [candidates, setCandidates] = useState<readonly string[]>([])
  const [failed, setFailed] = useState(false)
  /** The place in the history, counted from its end; -1 is the text that is being typed. */
  const past = useRef({ at: -1, typed: '' })
  const change = (next: string) => {
    setText(next)
    setCandidates([])
  }
  const sent = useRef('')
  useEffect(() => {
    // What was not taken can be corrected and sent again.
    if (refused && refused.cmd === sent.current) setText((now) => now || refused.cmd)
  }, [refused])

  const send = () => {
    const command = text.trim()
    if (command === '' || disabled) return
    const taken = onCommand(command)
    setFailed(!taken)
    if (!taken) return
    sent.current = command
    remember(server, command)
    past.current = { at: -1, typed: '' }
    change('')
  }
  const walk = (by: number) => {
    const before = typedBefore(server)
    const at = Math.max(-1, Math.min(before.length - 1, past.current.at + by))
    if (past.current.at === -1) past.current.typed = text
    past.current.at = at
    change(at === -1 ? past.current.typed : (before.at(-1 - at) ?? ''))
  }
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') send()
    else if (event.key === 'ArrowUp') walk(1)
    else if (event.key === 'ArrowDown') walk(-1)
    else if (event.key === 'Tab' && !event.shiftKey) {
      const found = complete(text, players)
      // Where there is nothing to complete, Tab leaves the field as everywhere.
      if (!found || (found.text === text && candidates.length > 0)) return
      setText(found.text)
      setCandidates(found.candidates)
    } else return
    event.preventDefault()
  }
  const note = failed ? t.notSent : refused ? (t.refused[refused.reason] ?? refused.reason) : undefined
  return (
    <div className={css.line}>
      <div className={css.input}>
        <span className={ui.ok} aria-hidden>
          ›
        </span>
        <input
          aria-label={t.input}
          value={text}
          disabled={disabled !== undefined}
          placeholder={disabled ?? t.placeholder}
          title={disabled}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          onChange={(event) => {
            past.current.at = -1
            change(event.target.value)
          }}
          onKeyDown={key}
        />
        <IconButton kind="quiet" size="sm" label={t.send} disabled={disabled !== undefined || text.trim() === ''} onClick={send}>
          <CornerDownLeft className={ui.icon} aria-hidden />
        </IconButton>
      </div>
      <div role="status">
        {candidates.length > 0 ? (
          <p className={css.candidates}>
            {t.candidates} {candidates.join('  ')}
          </p>
        ) : null}
        {note ? <p className={css.note}>{note}</p> : null}
      </div>
    </div>
  )
}
