import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  ref?: Ref<HTMLSelectElement>
  options: readonly (readonly [value: string, label: string])[]
}

/** A choice from a short list as a field of a form. */
export function SelectField({ options, ...rest }: SelectFieldProps) {
  return (
    <span className={cn(fieldCss.root, fieldCss.select, fieldCss.native, rest['aria-invalid'] && fieldCss.invalid)}>
      <select {...rest}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className={ui.icon14} aria-hidden />
    </span>
  )
}
