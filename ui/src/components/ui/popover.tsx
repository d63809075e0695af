import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import css from './popover.module.css'

type PopoverProps = {
  trigger: ReactNode
  label: string
  align?: 'start' | 'center' | 'end'
  className?: string
  /** Set where the caller controls the open state. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** Content beside a button, closed by Escape or a click outside. */
export function Popover({ trigger, label, align = 'start', className, open, onOpenChange, children }: PopoverProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={cn(css.root, css.box, className)} align={align} sideOffset={6} collisionPadding={8} aria-label={label}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
