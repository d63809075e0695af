import { useId } from 'react'
import { keepEnterForIme } from '@/lib/ime'
import { Input } from './input'
import formCss from './form.module.css'

type TypedNameProps = { prompt: string; value: string; onValue: (value: string) => void }

/** The name that is typed before something that cannot be taken back. */
export function TypedName({ prompt, value, onValue }: TypedNameProps) {
  const id = useId()
  return (
    <div className={formCss.field}>
      <label htmlFor={id}>{prompt}</label>
      <Input
        id={id}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={keepEnterForIme}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
    </div>
  )
}
