import { CircleCheck, CircleDot, CircleSlash, Copy } from 'lucide-react'
import { cn } from '@/lib/cn'
import { issueListText as t } from '@/lib/i18n/zh-Hans/issue'
import type { Issue } from '../api'
import ui from '@/components/ui/ui.module.css'

type Stated = Pick<Issue, 'state' | 'state_reason'>

/** What the state of an issue is called: with the reason, where it is closed with one. */
export function stateName({ state, state_reason: reason }: Stated): string {
  return state === 'open' ? t.state.open : reason ? t.state[reason] : t.closed
}

/** The state of an issue as a picture with its name. */
export function StateIcon({ issue, className }: { issue: Stated; className?: string | undefined }) {
  const { state, state_reason: reason } = issue
  const Icon = state === 'open' ? CircleDot : reason === 'not_planned' ? CircleSlash : reason === 'duplicate' ? Copy : CircleCheck
  const tone = state === 'open' ? ui.ok : reason === 'not_planned' || reason === 'duplicate' ? ui.muted : ui.info
  return (
    <span className={cn(tone, className)} title={stateName(issue)}>
      <Icon className={ui.icon} aria-hidden />
      <span className={ui.visuallyHidden}>{stateName(issue)}</span>
    </span>
  )
}
