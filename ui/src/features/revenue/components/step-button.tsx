import { useId } from 'react'
import { Button, type ButtonProps } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

type StepButtonProps = ButtonProps & {
  /** Why the step cannot be taken. */
  refused?: string | undefined
}

/** A step, or beside the disabled button why it cannot be taken. */
export function StepButton({ refused, disabled, ...rest }: StepButtonProps) {
  const id = useId()
  if (refused === undefined) return <Button {...rest} disabled={disabled} />
  return (
    <span className={css.step}>
      <small id={id} className={cn(ui.small)}>
        {refused}
      </small>
      <Button {...rest} disabled aria-describedby={id} />
    </span>
  )
}
