import { Ban, EyeOff, ImageOff, ListX, PencilLine, ShieldCheck, TextQuote, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormField, Textarea } from '@/components/ui/input'
import { reportText as t } from '@/lib/i18n/zh-Hans/report'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'
import { useAct, type ReportPage } from '../api'
import { actsOf, explains, workPage, type Act } from '../model/acts'
import ui from '@/components/ui/ui.module.css'
import css from './acts.module.css'

const icons: Record<Act, LucideIcon> = {
  withhold: EyeOff,
  reject: Ban,
  unlist: ListX,
  bar: EyeOff,
  hide: EyeOff,
  clearBio: TextQuote,
  clearPicture: ImageOff,
}

type ActsProps = { report: ReportPage; admin: boolean; onActed: () => void }

/** The decisions about the reported item, where the staff reads the report. */
export function Acts({ report, admin, onActed }: ActsProps) {
  const [asking, setAsking] = useState<Act>()
  const act = useAct(report)
  const { item } = report
  if (!item) return null
  const work = workPage(item.type, item.path)
  const done = (one: Act) => {
    setAsking(undefined)
    toast(t.actDone[one], t.actDoneText)
    onActed()
  }
  const press = (one: Act) => {
    if (explains(one)) setAsking(one)
    else act.mutate({ act: one, message: '' }, { onSuccess: () => done(one) })
  }
  return (
    <section className={css.root} aria-label={t.acts}>
      <h2>{t.acts}</h2>
      <div className={css.buttons}>
        {actsOf(item.type, admin).map((one) => {
          const Icon = icons[one]
          return (
            <Button
              key={one}
              size="sm"
              danger={one === 'reject'}
              loading={act.isPending && act.variables.act === one}
              disabled={act.isPending}
              onClick={() => press(one)}
            >
              <Icon className={ui.icon} aria-hidden />
              {t.act[one]}
            </Button>
          )
        })}
        {work ? (
          <AddressLink className={buttonClass({ size: 'sm', kind: 'quiet' })} href={work.path} target="_blank">
            {work.kind === 'review' ? <ShieldCheck className={ui.icon} aria-hidden /> : <PencilLine className={ui.icon} aria-hidden />}
            {t.work[work.kind]}
          </AddressLink>
        ) : null}
      </div>
      {asking ? (
        <MessageDialog
          act={asking}
          title={item.title}
          pending={act.isPending}
          failure={act.isError ? act.error.message : undefined}
          onSend={(message) => act.mutate({ act: asking, message }, { onSuccess: () => done(asking) })}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </section>
  )
}

type MessageDialogProps = {
  act: Act
  title: string
  pending: boolean
  failure: string | undefined
  onSend: (message: string) => void
  onClose: () => void
}

/** Asks for the message that the authors get with a decision about their project. */
function MessageDialog({ act, title, pending, failure, onSend, onClose }: MessageDialogProps) {
  const [text, setText] = useState('')
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.actTitle(t.act[act], title)}
      description={t.actLead}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button
            kind="primary"
            danger={act === 'reject'}
            loading={pending}
            disabled={text.trim() === ''}
            onClick={() => onSend(text.trim())}
          >
            {t.act[act]}
          </Button>
        </>
      }
    >
      <FormField label={t.actMessage} error={failure}>
        {(control) => <Textarea {...control} rows={5} value={text} onChange={(event) => setText(event.target.value)} />}
      </FormField>
    </Dialog>
  )
}
