import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { Button, type ButtonProps } from './button'
import formCss from './form.module.css'

type FormActionsProps = Pick<ButtonProps, 'danger' | 'disabled' | 'title' | 'loading' | 'children'> & { onCancel: () => void }

/** The end of a form in a dialog: leave it, or send it. */
export function FormActions({ onCancel, ...send }: FormActionsProps) {
  return (
    <div className={formCss.actions}>
      <Button onClick={onCancel}>{uiText.cancel}</Button>
      <Button type="submit" kind="primary" {...send} />
    </div>
  )
}
