import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Radio } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { toast } from '@/stores/toasts'
import { useJudge } from '../treasury-commands'
import type { TreasuryPayout } from '../treasury-types'
import { EvidenceField } from './evidence-field'
import destinationsCss from './destinations.module.css'
import ui from '@/components/ui/ui.module.css'

const t = revenueStaffText.payouts
const ends = ['success', 'failed'] as const

type JudgeDialogProps = { payout: TreasuryPayout; open: boolean; onOpenChange: (open: boolean) => void }

/** How an unclear withdrawal ended: one person says it with evidence, another confirms the same end. */
export function JudgeDialog({ payout, open, onOpenChange }: JudgeDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.judgeTitle}>
      {open ? <Body payout={payout} onClose={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function Body({ payout, onClose }: { payout: TreasuryPayout; onClose: () => void }) {
  const judge = useJudge()
  const proposed = ends.find((one) => one === payout.proposed)
  const form = useAppForm({
    schema: v.pipe(
      v.object({ end: v.picklist(ends), evidence: v.string() }),
      v.forward(
        v.partialCheck(
          [['end'], ['evidence']],
          ({ end, evidence }) => end === proposed || evidence !== '',
          revenueStaffText.evidence.missing,
        ),
        ['evidence'],
      ),
    ),
    values: { end: proposed ?? ('success' as const), evidence: '' },
    send: ({ end, evidence }) => judge.mutateAsync({ id: payout.id, end, ...(evidence ? { evidence } : {}) }),
    onDone: () => {
      toast(t.judged)
      onClose()
    },
  })
  const { control } = form.field('end')
  const confirms = form.written.end === proposed
  return (
    <Form form={form}>
      <p className={ui.muted}>{t.judgeLead}</p>
      {proposed ? <Note>{t.judgeConfirm(t.ends[proposed])}</Note> : null}
      <fieldset className={destinationsCss.methods}>
        <legend>{t.end}</legend>
        {ends.map((one) => (
          <Radio key={one} {...control} value={one}>
            {t.ends[one]}
          </Radio>
        ))}
      </fieldset>
      {confirms ? null : (
        <EvidenceField
          value={form.bind('evidence').value}
          onValue={form.bind('evidence').onValue}
          error={form.error('evidence')}
          required
        />
      )}
      <FormActions onCancel={onClose} danger loading={form.pending}>
        {t.send}
      </FormActions>
    </Form>
  )
}
