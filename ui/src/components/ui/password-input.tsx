import { Eye, EyeOff } from 'lucide-react'
import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { Input } from './input'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import fieldCss from './field.module.css'
import ui from './ui.module.css'

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'type'> & { ref?: Ref<HTMLInputElement> }

/** A password field whose text can be shown. */
export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Input
      {...props}
      size="lg"
      type={shown ? 'text' : 'password'}
      end={
        <button type="button" className={fieldCss.clear} aria-label={t.showPassword} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon className={ui.icon} aria-hidden />
        </button>
      }
    />
  )
}
