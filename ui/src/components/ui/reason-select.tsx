import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { reasonText as t } from '@/lib/i18n/zh-Hans/reason'
import fieldCss from './field.module.css'
import ui from './ui.module.css'

type ReasonSelectProps = SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/** The closed list of reasons; empty until one is chosen. */
export function ReasonSelect({ className, ...rest }: ReasonSelectProps) {
  return (
    <span className={cn(fieldCss.root, fieldCss.select, fieldCss.native, rest['aria-invalid'] && fieldCss.invalid, className)}>
      <select {...rest}>
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
