import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import type { FieldSize } from './input'
import fieldCss from './field.module.css'
import popoverCss from './popover.module.css'
import ui from './ui.module.css'

export type SelectOption<V extends string> = { value: V; label: string; icon?: ReactNode; disabled?: boolean }

type SelectProps<V extends string> = {
  value: V | ''
  onValue: (value: V) => void
  options: readonly SelectOption<V>[]
  /** Accessible name of the select. */
  label: string
  /** A short text before the value, inside of the frame. */
  prefix?: string
  placeholder?: string
  size?: FieldSize
  className?: string
  id?: string
  disabled?: boolean
}

/** A select in the shared frame. Values must not be empty. */
export function Select<V extends string>({
  value,
  onValue,
  options,
  label,
  prefix,
  placeholder,
  size = 'md',
  className,
  id,
  disabled,
}: SelectProps<V>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValue(next as V)} disabled={disabled ?? false}>
      <Radix.Trigger
        {...(id ? { id } : {})}
        className={cn(fieldCss.root, fieldCss.select, size !== 'md' && fieldCss[size], className)}
        aria-label={label}
      >
        {prefix ? <small>{prefix}</small> : null}
        <span className={ui.clip}>
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown className={ui.icon14} aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={cn(popoverCss.root, popoverCss.menu, popoverCss.select)}
          position="popper"
          sideOffset={4}
          collisionPadding={8}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} disabled={option.disabled ?? false}>
                {option.icon}
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className={popoverCss.end}>
                  <Check className={ui.icon14} aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
