import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { reasonText as t } from '@/lib/i18n/zh-Hans/reason'

type ReasonSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'size'> & {
  value: string
  onValue: (code: string) => void
}

/** The closed list of reasons; empty until one is chosen. */
export function ReasonSelect({ value, onValue, className, ...rest }: ReasonSelectProps) {
  return (
    <span className={cn('field select select-native', rest['aria-invalid'] && 'is-invalid', className)}>
      <select {...rest} value={value} onChange={(event) => onValue(event.target.value)}>
        <option value="">{t.choose}</option>
        {Object.entries(t.codes).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="i i-14" aria-hidden />
    </span>
  )
}
