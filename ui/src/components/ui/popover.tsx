import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

type PopoverProps = { trigger: ReactNode; label: string; align?: 'start' | 'center' | 'end'; className?: string; children: ReactNode }

/** Content beside a button, closed by Escape or a press elsewhere. */
export function Popover({ trigger, label, align = 'start', className, children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={cn('pop pop-box', className)} align={align} sideOffset={6} collisionPadding={8} aria-label={label}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
