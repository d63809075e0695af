import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import type { FieldSize } from './input'
import fieldCss from './field.module.css'
import ui from './ui.module.css'

type NativeSelectProps = {
  value: string
  onValue: (value: string) => void
  options: readonly { value: string; label: string }[]
  label: string
  /** A short text before the value, inside of the frame. */
  prefix?: string
  icon?: ReactNode
  size?: FieldSize
  className?: string
}

/** The browser's own select in the shared frame: small, and native on a phone. */
export function NativeSelect({ value, onValue, options, label, prefix, icon, size = 'md', className }: NativeSelectProps) {
  return (
    <span className={cn(fieldCss.root, fieldCss.select, fieldCss.native, size !== 'md' && fieldCss[size], className)}>
      {prefix ? <small aria-hidden>{prefix}</small> : null}
      {icon}
      <select aria-label={label} value={value} onChange={(event) => onValue(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className={ui.icon14} aria-hidden />
    </span>
  )
}
