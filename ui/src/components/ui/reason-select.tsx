import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { reasonText as t } from '@/lib/i18n/zh-Hans/reason'
import fieldCss from './field.module.css'
import ui from './ui.module.css'

type ReasonSelectProps = SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement>; for?: keyof typeof fitting }

/** The reasons that an act against a person, and a change of their role, can have; others make no sense there. */
const fitting = {
  sanction: ['inappropriate', 'spam', 'misleading', 'copyright', 'malicious', 'rules', 'legal', 'security', 'request', 'other'],
  role: ['request', 'rules', 'security', 'legal', 'correction', 'housekeeping', 'other'],
} as const

/** The closed list of reasons, or those of it that an act can have; empty until one is chosen. */
export function ReasonSelect({ className, for: act, ...rest }: ReasonSelectProps) {
  const codes: readonly string[] = act ? fitting[act] : Object.keys(t.codes)
  return (
    <span className={cn(fieldCss.root, fieldCss.select, fieldCss.native, rest['aria-invalid'] && fieldCss.invalid, className)}>
      <select {...rest}>
        <option value="">{t.choose}</option>
        {codes.map((code) => (
          <option key={code} value={code}>
            {t.codes[code]}
          </option>
        ))}
      </select>
      <ChevronDown className={ui.icon14} aria-hidden />
    </span>
  )
}
