import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import popoverCss from './popover.module.css'
import css from './tooltip.module.css'

const DELAY_MS = 200

/** A short explanation of its only child, on hover and on focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={cn(popoverCss.root, css.root)} sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
