import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { useImeSafeValue } from '@/lib/ime'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { MAX_REDIRECTS, redirectProblems, type ClientType, type RedirectProblem } from '../model/redirect-uri'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './applications.module.css'

type RedirectRowsProps = {
  list: readonly string[]
  onList: (list: string[]) => void
  type: ClientType
  /** Empty rows are complained about once the form was sent. */
  sent: boolean
}

/** The addresses to which answers may be sent, each checked while it is typed. */
export function RedirectRows({ list, onList, type, sent }: RedirectRowsProps) {
  const problems = redirectProblems(list, type)
  return (
    <div className={css.redirects}>
      <ul className={css.list}>
        {list.map((text, index) => (
          <RedirectRow
            // Rows have no identity but their place.
            key={index}
            text={text}
            at={index + 1}
            problem={problems[index] === 'empty' && !sent ? undefined : problems[index]}
            onText={(next) => onList(list.map((one, other) => (other === index ? next : one)))}
            onRemove={list.length > 1 ? () => onList(list.filter((_, other) => other !== index)) : undefined}
          />
        ))}
      </ul>
      <Button size="sm" disabled={list.length >= MAX_REDIRECTS} onClick={() => onList([...list, ''])}>
        <Plus className={ui.icon} aria-hidden />
        {t.addRedirect}
      </Button>
    </div>
  )
}

type RedirectRowProps = {
  text: string
  at: number
  problem: RedirectProblem | undefined
  onText: (text: string) => void
  onRemove: (() => void) | undefined
}

function RedirectRow({ text, at, problem, onText, onRemove }: RedirectRowProps) {
  const id = useId()
  const [typing, setTyping] = useState(false)
  const [touched, setTouched] = useState(false)
  const field = useImeSafeValue<HTMLInputElement>(text, onText)
  // It stays when the field is left: what lies below must not move under a press that leaves it.
  const note = problem ? t.redirectProblems[problem] : touched && text ? t.redirectSound : undefined
  // What is half written is not called wrong yet.
  const wrong = problem !== undefined && !typing
  return (
    <li>
      <Input
        {...field}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={t.redirect(at)}
        aria-invalid={wrong || undefined}
        aria-describedby={note ? id : undefined}
        onFocus={() => {
          setTyping(true)
          setTouched(true)
        }}
        onBlur={() => setTyping(false)}
      />
      {onRemove ? (
        <IconButton kind="quiet" label={t.removeRedirect(at)} onClick={onRemove}>
          <X className={ui.icon} aria-hidden />
        </IconButton>
      ) : null}
      {note ? (
        <p id={id} className={wrong ? formCss.error : formCss.hint} role={wrong ? 'alert' : undefined}>
          {note}
        </p>
      ) : null}
    </li>
  )
}
