import { X } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { Input } from '@/components/ui/input'
import { useImeSafeValue } from '@/lib/ime'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'

type ClearInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'ref' | 'end'> & {
  value: string
  onValue: (value: string) => void
}

/** A text field with a button that empties it. */
export function ClearInput({ value, onValue, ...rest }: ClearInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const field = useImeSafeValue<HTMLInputElement>(value, onValue)
  return (
    <Input
      {...rest}
      {...field}
      ref={input}
      autoComplete="off"
      spellCheck={false}
      end={
        value ? (
          <button
            type="button"
            className={fieldCss.clear}
            aria-label={uiText.clear}
            onClick={() => {
              onValue('')
              input.current?.focus()
            }}
          >
            <X className={ui.icon14} aria-hidden />
          </button>
        ) : null
      }
    />
  )
}
