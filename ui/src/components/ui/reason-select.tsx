import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { reasonText as t } from '@/lib/i18n/zh-Hans/reason'
import fieldCss from './field.module.css'
import ui from './ui.module.css'

type ReasonSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'size'> & {
  value: string
  onValue: (code: string) => void
}

/** The closed list of reasons; empty until one is chosen. */
export function ReasonSelect({ value, onValue, className, ...rest }: ReasonSelectProps) {
  return (
    <span className={cn(fieldCss.root, fieldCss.select, fieldCss.native, rest['aria-invalid'] && fieldCss.invalid, className)}>
      <select {...rest} value={value} onChange={(event) => onValue(event.target.value)}>
        <option value="">{t.choose}</option>
        {Object.entries(t.codes).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className={ui.icon14} aria-hidden />
    </span>
  )
}
