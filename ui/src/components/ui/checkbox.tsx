import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cn } from '@/lib/cn'
import checkCss from './check.module.css'

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { children: ReactNode; ref?: Ref<HTMLInputElement> }

/** A native checkbox with its label. */
export function Checkbox({ children, className, ...rest }: CheckProps) {
  return (
    <label className={cn(checkCss.root, className)}>
      <input type="checkbox" {...rest} />
      <span>{children}</span>
    </label>
  )
}

/** A checkbox that takes effect at once. */
export function Switch({ children, className, ...rest }: CheckProps) {
  return (
    <label className={cn(checkCss.root, checkCss.switch, className)}>
      <input type="checkbox" role="switch" {...rest} />
      <span>{children}</span>
    </label>
  )
}

/** One of several options. */
export function Radio({ children, className, ...rest }: CheckProps) {
  return (
    <label className={cn(checkCss.root, checkCss.radio, className)}>
      <input type="radio" {...rest} />
      <span>{children}</span>
    </label>
  )
}
