import { Switch } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { useImeSafeValue } from '@/lib/ime'
import { propertyText as t } from '@/lib/i18n/zh-Hans/server-properties'
import type { Known } from '../model/known'
import fieldCss from '@/components/ui/field.module.css'

type PropertyControlProps = {
  id: string
  setting: Known
  value: string
  /** Id of the words about what is wrong. */
  problem: string | undefined
  onValue: (value: string) => void
}

/** The control of one setting, by its kind. */
export function PropertyControl({ id, setting, value, problem, onValue }: PropertyControlProps) {
  const marks = { id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': problem } as const
  if (setting.kind === 'flag' && (value === 'true' || value === 'false')) {
    return (
      <Switch {...marks} checked={value === 'true'} onChange={(event) => onValue(event.target.checked ? 'true' : 'false')}>
        {value === 'true' ? t.on : t.off}
      </Switch>
    )
  }
  if (setting.kind === 'choice') {
    const choices = setting.choices.includes(value) ? setting.choices : [value, ...setting.choices]
    return (
      <span className={`${fieldCss.root} ${fieldCss.select} ${fieldCss.native}`}>
        <select {...marks} value={value} onChange={(event) => onValue(event.target.value)}>
          {choices.map((one) => (
            <option key={one} value={one}>
              {t.choices[one] ?? one}
            </option>
          ))}
        </select>
      </span>
    )
  }
  return <TextControl marks={marks} setting={setting} value={value} onValue={onValue} />
}

type TextControlProps = {
  marks: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
  setting: Known
  value: string
  onValue: (value: string) => void
}

function TextControl({ marks, setting, value, onValue }: TextControlProps) {
  const field = useImeSafeValue<HTMLInputElement>(value, onValue)
  const given =
    setting.kind === 'number'
      ? { inputMode: 'numeric' as const }
      : setting.kind === 'secret'
        ? { type: 'password', autoComplete: 'new-password' }
        : {}
  return <Input {...marks} {...field} autoComplete="off" autoCapitalize="off" spellCheck={false} {...given} />
}
