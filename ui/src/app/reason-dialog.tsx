import { useRef, useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { focusFirstError } from '@/components/ui/form-row'
import { FormField, Textarea } from '@/components/ui/input'
import { ReasonSelect } from '@/components/ui/reason-select'
import type { Reason } from '@/lib/api/reason'
import { formatExact } from '@/lib/format'
import { reasonText as t } from '@/lib/i18n/zh-Hans/reason'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import formCss from '@/components/ui/form.module.css'

const MAX_TEXT = 2_000

/** For how long the focus waits for what had it. */
const GIVE_BACK_MS = 5_000

type Answer = (reason: Reason | undefined) => void

/** Asks once for a reason. Commands that want one meanwhile share the answer; what was given last is offered again. */
let open: Promise<Reason | undefined> | undefined
let last: Reason | undefined

export function askReason(from: Element | null = document.activeElement): Promise<Reason | undefined> {
  open ??= new Promise<Reason | undefined>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    root.render(
      <ReasonDialog
        first={last}
        onAnswer={(reason) => {
          last = reason ?? last
          open = undefined
          resolve(reason)
          root.render(null)
          // The dialog gives the focus back before its place goes.
          setTimeout(() => {
            root.unmount()
            place.remove()
            giveBack(from, performance.now() + GIVE_BACK_MS)
          })
        }}
      />,
    )
  })
  return open
}

/** Focuses what had the focus, as soon as it can have it: a button is off while its command is under way. */
function giveBack(from: Element | null, until: number): void {
  if (!(from instanceof HTMLElement) || !from.isConnected || document.activeElement !== document.body || performance.now() > until) return
  from.focus()
  if (document.activeElement !== from) setTimeout(() => giveBack(from, until), 50)
}

/** The question why: a code, and words where it does not say enough. */
function ReasonDialog({ first, onAnswer }: { first?: Reason | undefined; onAnswer: Answer }) {
  const [code, setCode] = useState(first?.code ?? '')
  const [text, setText] = useState(first?.text ?? '')
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const words = text.trim()
  const codeError = tried && code === '' ? t.missing : undefined
  const textError =
    words.length > MAX_TEXT ? t.long(formatExact(MAX_TEXT)) : tried && code === 'other' && words === '' ? t.textRequired : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (code === '' || words.length > MAX_TEXT || (code === 'other' && words === '')) focusFirstError(form.current)
    else onAnswer(words ? { code, text: words } : { code })
  }
  return (
    <Dialog open onOpenChange={(shown) => (shown ? undefined : onAnswer(undefined))} title={t.title} description={t.lead}>
      <form ref={form} className={formCss.root} onSubmit={submit} noValidate>
        <FormField label={t.code} error={codeError} required>
          {(control) => <ReasonSelect {...control} value={code} onValue={setCode} />}
        </FormField>
        <FormField label={t.text} hint={t.textHint} error={textError} required={code === 'other'}>
          {(control) => <Textarea {...control} rows={4} value={text} onChange={(event) => setText(event.target.value)} />}
        </FormField>
        <div className={formCss.actions}>
          <Button onClick={() => onAnswer(undefined)}>{uiText.cancel}</Button>
          <Button type="submit" kind="primary">
            {t.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
