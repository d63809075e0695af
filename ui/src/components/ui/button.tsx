import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cn } from '@/lib/cn'
import ui from './ui.module.css'
import css from './button.module.css'

export type ButtonKind = 'plain' | 'primary' | 'outline' | 'quiet'
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

type Look = {
  kind?: ButtonKind | undefined
  size?: ButtonSize | undefined
  /** Red: for irreversible actions. */
  danger?: boolean | undefined
  /** Pressed or selected. */
  on?: boolean | undefined
}

/** Class names of a button, for links that look like one. */
export function buttonClass({ kind = 'plain', size = 'md', danger, on }: Look = {}, ...extra: (string | undefined)[]): string {
  return cn(css.root, kind !== 'plain' && css[kind], size !== 'md' && css[size], danger && css.danger, on && css.on, ...extra)
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    ref?: Ref<HTMLButtonElement> | undefined
    /** Shows a spinner and ignores clicks. */
    loading?: boolean
  }

export function Button({ loading, kind, size, danger, on, className, children, disabled, type, ...rest }: ButtonProps) {
  const look = buttonClass({ kind, size, danger, on }, className)
  return (
    <button type={type ?? 'button'} className={look} disabled={disabled || loading} aria-busy={loading || undefined} {...rest}>
      {loading ? <LoaderCircle className={cn(ui.icon, ui.spin)} aria-hidden /> : null}
      {children}
    </button>
  )
}

/** A button with only an icon needs an accessible name. */
export type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label'> & { label: string; children: ReactNode }

export function IconButton({ label, className, children, loading, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} loading={loading ?? false} aria-label={label} title={rest.title ?? label} className={cn(css.icon, className)}>
      {loading ? null : children}
    </Button>
  )
}
