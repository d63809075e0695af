import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import popoverCss from './popover.module.css'

type MenuProps = { trigger: ReactNode; label: string; align?: 'start' | 'end'; defaultOpen?: boolean; children: ReactNode }

/** A menu of actions under a button. */
export function Menu({ trigger, label, align = 'end', defaultOpen = false, children }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Inside of main: content outside of every landmark is not reachable by landmark navigation. */}
      <Radix.Portal container={document.getElementById('main')}>
        <Radix.Content
          className={cn(popoverCss.root, popoverCss.menu)}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = { onSelect?: () => void; asChild?: boolean; danger?: boolean; disabled?: boolean; children: ReactNode }

export function MenuItem({ onSelect, asChild, danger, disabled, children }: MenuItemProps) {
  return (
    <Radix.Item
      className={cn(danger && popoverCss.danger)}
      asChild={asChild ?? false}
      disabled={disabled ?? false}
      {...(onSelect ? { onSelect } : {})}
    >
      {children}
    </Radix.Item>
  )
}

export function MenuLine() {
  return <Radix.Separator className={popoverCss.line} />
}
