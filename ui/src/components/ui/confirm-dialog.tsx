import { Trash2 } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { FormActions } from './form-actions'
import formCss from './form.module.css'
import ui from './ui.module.css'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  /** The text to type first; without it one click confirms. */
  typed?: string
  prompt?: string
  action: string
  /** It takes nothing away: neither red nor with a bin. */
  plain?: boolean
  busy: boolean
  onConfirm: () => void
}

/** The confirmation of an action that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={props.title}>
      {props.open ? <Body {...props} /> : null}
    </Dialog>
  )
}

function Body({ onOpenChange, text, typed, prompt, action, plain, busy, onConfirm }: ConfirmDialogProps) {
  const [value, setValue] = useState('')
  const id = useId()
  const ready = typed === undefined || value.trim() === typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (ready && !busy) onConfirm()
  }
  return (
    <form className={formCss.root} onSubmit={submit}>
      <p>{text}</p>
      {typed !== undefined ? (
        <>
          <label htmlFor={id} className={formCss.label}>
            {prompt}
          </label>
          <Input
            id={id}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
          />
        </>
      ) : null}
      <FormActions onCancel={() => onOpenChange(false)} danger={!plain} disabled={!ready} loading={busy}>
        {plain ? null : <Trash2 className={ui.icon} aria-hidden />}
        {action}
      </FormActions>
    </form>
  )
}
