import { DropdownMenu as Radix } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { cn } from '@/lib/cn'
import popoverCss from './popover.module.css'

type MenuProps = { trigger: ReactNode; label: string; align?: 'start' | 'end'; defaultOpen?: boolean; children: ReactNode }

/** Inside of main: content outside of every landmark is not reachable by landmark navigation. */
const place = () => document.getElementById('main')

/** A menu of actions under a button. */
export function Menu({ trigger, label, align = 'end', defaultOpen = false, children }: MenuProps) {
  // Looked for when the menu opens: during the first rendering the page may still have the main of the server's document.
  const [container, setContainer] = useState(() => (defaultOpen ? place() : null))
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen} onOpenChange={(open) => open && setContainer(place())}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={container}>
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

/** What an action opens returns the focus to the menu's button: the item is gone by then. */
function focusTrigger({ target }: Event): void {
  const menu = (target as Element).closest('[role="menu"]')
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus()
}

type MenuItemProps = { onSelect?: () => void; asChild?: boolean; danger?: boolean; disabled?: boolean; children: ReactNode }

export function MenuItem({ onSelect, asChild, danger, disabled, children }: MenuItemProps) {
  return (
    <Radix.Item
      className={cn(danger && popoverCss.danger)}
      asChild={asChild ?? false}
      disabled={disabled ?? false}
      {...(onSelect
        ? {
            onSelect: (event: Event) => {
              focusTrigger(event)
              onSelect()
            },
          }
        : {})}
    >
      {children}
    </Radix.Item>
  )
}

export function MenuLine() {
  return <Radix.Separator className={popoverCss.line} />
}
