import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import type { ProjectPage } from '@/lib/api/types'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { useSubmit } from '../api'
import { useResubmit } from '../use-resubmit'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './progress.module.css'

type SubmitProps = {
  project: ProjectPage
  /** Another name of the button, where there are two of them on the page: this one is not the main one. */
  label?: string
  className?: string | undefined
}

/** Submits the project. After a rejection the button is disabled until the project changes. */
export function Submit({ project, label, className = css.submit }: SubmitProps) {
  const submit = useSubmit(project)
  const [refused, setRefused] = useState<{ project: ProjectPage; text: string }>()
  const reason = useId()
  // The cached document keeps its identity as long as its content does.
  const off = refused?.project === project
  const press = () => {
    setRefused(undefined)
    submit.mutate(undefined, {
      onError: (error) => {
        if (ApiError.is(error, 400)) setRefused({ project, text: error.description })
      },
    })
  }
  const again = useResubmit(project, press)
  const other = submit.isError && !ApiError.is(submit.error, 400) ? submit.error : undefined
  return (
    <div className={className}>
      {off ? <Note tone="bad">{refused.text}</Note> : null}
      {other ? <Note tone="bad">{other instanceof ApiError ? other.description : siteText.errorTitle}</Note> : null}
      <Button
        {...(label ? {} : { kind: 'primary' as const, className: buttonCss.block })}
        disabled={off}
        loading={submit.isPending}
        aria-describedby={reason}
        onClick={again.press}
      >
        <Send className={ui.icon} aria-hidden />
        {label ?? (project.status === 'draft' ? t.submit : t.resubmit)}
      </Button>
      {again.dialog}
      <p id={reason} className={ui.small}>
        {off ? t.refused : project.status === 'withheld' ? t.submitHides : t.submitLead}
      </p>
    </div>
  )
}
