import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { useFocusReturn } from './focus-return'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import buttonCss from './button.module.css'
import ui from './ui.module.css'
import css from './dialog.module.css'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Announced with the title; for a hidden description, put it inside of the body instead. */
  description?: string
  footer?: ReactNode
  wide?: boolean
  className?: string
  children: ReactNode
}

/** A modal dialog; on a phone a sheet from below. The focus returns to the element that opened it. */
export function Dialog({ open, onOpenChange, title, description, footer, wide, className, children }: DialogProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={css.scrim}>
          <Radix.Content
            {...focus}
            className={cn(css.root, wide && css.wide, className)}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            {/* No header and footer elements: outside of main they would be landmarks of the page. */}
            <div className={css.head}>
              <Radix.Title asChild>
                <h2>{title}</h2>
              </Radix.Title>
              <Radix.Close className={cn(buttonCss.root, buttonCss.quiet, buttonCss.icon, buttonCss.sm)} aria-label={uiText.close}>
                <X className={ui.icon} aria-hidden />
              </Radix.Close>
            </div>
            <div className={css.body}>
              {description ? <Radix.Description className={cn(ui.muted, css.lead)}>{description}</Radix.Description> : null}
              {children}
            </div>
            {footer ? <div className={css.foot}>{footer}</div> : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
