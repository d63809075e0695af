import { Check } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { amountJson, parseAmount } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { useRequestPayout } from '../commands'
import { amountProblem, boundsOf } from '../model/amount'
import { useFees } from '../use-fees'
import type { PayoutBalance, PayoutBody, PayoutDestination, PayoutMethod } from '../types'
import { StepAmount } from './step-amount'
import { StepConfirm } from './step-confirm'
import { StepMethod } from './step-method'
import ui from '@/components/ui/ui.module.css'
import css from './withdraw.module.css'

type WithdrawFormProps = {
  balance: PayoutBalance
  methods: readonly PayoutMethod[]
  destinations: readonly PayoutDestination[]
  /** The destination that the address names. */
  first: string | undefined
  onDone: (payout: string) => void
}

const steps = ['method', 'amount', 'confirm'] as const
type Step = (typeof steps)[number]

/** What was refused, at the step that it concerns. */
type Refusal = { step: Step; text: string }

const CHANGED = 'quote_changed'

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { step: 'confirm', text: formText.unexpected }
  if (error.code === CHANGED) return { step: 'confirm', text: t.withdraw.changed }
  if (error.field === 'amount') return { step: 'amount', text: error.description }
  if (error.field?.startsWith('method')) return { step: 'method', text: error.description }
  return { step: 'confirm', text: error.description }
}

/** The steps of a withdrawal: to where, how much, and the confirmation of what it costs. */
export function WithdrawForm({ balance, methods, destinations, first, onDone }: WithdrawFormProps) {
  const [step, setStep] = useState<Step>('method')
  const ready = (one: PayoutDestination) => Date.parse(one.rests) <= Date.now() && methods.some(({ id }) => id === one.method)
  const usable = destinations.filter(ready)
  const [chosen, setChosen] = useState(() => (usable.find(({ id }) => id === first) ?? usable.find(({ used }) => used) ?? usable[0])?.id)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<Refusal>()
  const destination = usable.find(({ id }) => id === chosen)
  const method = methods.find(({ id }) => id === destination?.method)
  const bounds = method ? boundsOf(method, balance.available, balance.currency) : undefined
  const problem = bounds ? amountProblem(text, bounds) : undefined
  const cents = problem === undefined && bounds ? parseAmount(text) : undefined
  const fees = useFees(cents, destination)
  const request = useRequestPayout()
  const sent = useRef<{ text: string; key: string }>(undefined)
  const go = (to: Step) => {
    setRefusal(undefined)
    setStep(to)
  }
  const submit = () => {
    const shown = fees.fresh
    if (cents === undefined || !destination || !shown || request.isPending) return
    const body: PayoutBody = {
      amount: amountJson(cents),
      method_id: destination.method,
      method_details: { destination: destination.id },
      fee: shown.fee,
      ...(shown.quote ? { rate: String(shown.quote.rate) } : {}),
    }
    const said = JSON.stringify(body)
    if (sent.current?.text !== said) sent.current = { text: said, key: crypto.randomUUID() }
    request.mutate(
      { body, key: sent.current.key },
      {
        onSuccess: (payout) => {
          toast(t.withdraw.submitted)
          onDone(payout.id)
        },
        onError: (error) => {
          // A rejection ends the command; after any other failure it may have taken effect, and is repeated under its key.
          if (error instanceof ApiError && error.status >= 400 && error.status < 500) sent.current = undefined
          const refused = refusalOf(error)
          setRefusal(refused)
          setStep(refused.step)
          if (error instanceof ApiError && error.code === CHANGED) void fees.refetch()
        },
      },
    )
  }
  const shared = { refusal: refusal?.step === step ? refusal.text : undefined, currency: balance.currency }
  return (
    <StepCard step={step}>
      {step === 'method' || !destination || !method || !bounds ? (
        <StepMethod {...shared} {...{ methods, destinations, chosen: destination?.id }} onChoose={setChosen} onNext={() => go('amount')} />
      ) : step === 'amount' ? (
        <StepAmount
          {...shared}
          {...{ destination, method, bounds, text, problem, fees }}
          onText={setText}
          onBack={() => go('method')}
          onNext={() => go('confirm')}
        />
      ) : (
        <StepConfirm
          {...shared}
          {...{ destination, method, cents, fees }}
          busy={request.isPending}
          onBack={() => go('amount')}
          onSubmit={submit}
        />
      )}
    </StepCard>
  )
}

/** The frame of a step: where one is, and the step itself. The focus follows to another step. */
function StepCard({ step, children }: { step: Step; children: ReactNode }) {
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  const at = steps.indexOf(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    heading.current?.focus()
  }, [step])
  return (
    <section className={ui.card} aria-labelledby={title}>
      <div className={ui.cardHead}>
        <h2 id={title} ref={heading} tabIndex={-1} className={css.heading}>
          {t.withdraw.steps[step]}
        </h2>
        <span className={cn(ui.cardEnd, ui.small)}>{t.withdraw.step(at + 1)}</span>
      </div>
      <ol className={css.steps} aria-label={t.withdraw.progress}>
        {steps.map((one, index) => (
          <li key={one} className={cn(index < at && css.done, index === at && css.on)} aria-current={index === at ? 'step' : undefined}>
            {index < at ? <Check className={ui.icon14} aria-hidden /> : null}
            {t.withdraw.steps[one]}
          </li>
        ))}
      </ol>
      <div className={css.body}>{children}</div>
    </section>
  )
}
