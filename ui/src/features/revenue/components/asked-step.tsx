import { useState } from 'react'
import type { ButtonProps } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { StepButton } from './step-button'

type AskedStepProps = Pick<ButtonProps, 'kind' | 'size' | 'danger'> & {
  action: string
  title: string
  /** What happens, with the amount and the person. */
  text: string
  refused?: string | undefined
  busy: boolean
  onStep: () => void
}

/** A step with money: it is taken after a question. A reason is asked for in a dialog of its own, after this one is closed. */
export function AskedStep({ action, title, text, refused, busy, onStep, ...look }: AskedStepProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <StepButton {...look} refused={refused} disabled={busy} onClick={() => setAsking(true)}>
        {action}
      </StepButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        text={text}
        action={action}
        plain={!look.danger}
        busy={busy}
        onConfirm={() => {
          setAsking(false)
          onStep()
        }}
      />
    </>
  )
}
