import { useQuery } from '@tanstack/react-query'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { formatDateTime } from '@/lib/format'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import ui from '@/components/ui/ui.module.css'
import { historyQueries, type Step } from '../api'
import { decides, earlierOf, indexAt, verbOf } from '../model/steps'
import { ChangesView } from './changes-view'
import css from './history-screen.module.css'

type StepChangesProps = {
  project: string
  steps: readonly Step[]
  at: number
  from: number | undefined
  onFrom: (position: number) => void
}

const nameOf = (step: Step) => `${formatDateTime(step.at)} ${step.type === 'submitted' ? t.round(step.round) : verbOf(step)}`

/** What is different at a step from an earlier one, which can be chosen. */
export function StepChanges({ project, steps, at, from, onFrom }: StepChangesProps) {
  const step = steps[at]
  const given = from === undefined ? undefined : steps[indexAt(steps, from)]
  const earlier = given && step && given.position < step.position ? given : earlierOf(steps, at)
  const changes = useQuery({
    ...historyQueries.changes(project, { from: earlier?.position ?? 0, to: step?.position ?? 0 }),
    enabled: step !== undefined && earlier !== undefined,
  })
  if (!step) return null
  if (!earlier) return <p className={cn(ui.muted, css.note)}>{t.diff.first}</p>
  const offered = steps.filter((one, index) => index < at && (decides(one) || index === at - 1 || one === earlier)).reverse()
  return (
    <>
      <div className={css.compare}>
        <NativeSelect
          size="sm"
          label={t.diff.with}
          prefix={t.diff.compare}
          value={String(earlier.position)}
          options={offered.map((one) => ({ value: String(one.position), label: nameOf(one) }))}
          onValue={(value) => onFrom(Number(value))}
        />
        <span className={ui.small}>{t.diff.to(nameOf(step))}</span>
      </div>
      {changes.isError ? (
        <ErrorCard className={css.error} error={changes.error} onRetry={() => void changes.refetch()} />
      ) : changes.data ? (
        <ChangesView changes={changes.data} />
      ) : (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w={160} h={18} />
          <Bone h={120} />
        </Loading>
      )}
    </>
  )
}
