import { Bone, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

/** A submission that is being loaded. */
export function SubmissionBones() {
  return (
    <div className={css.root}>
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone w="40%" h={20} />
        <Bone h={280} />
      </Loading>
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone w="60%" h={16} />
        <Bone h={120} />
      </Loading>
    </div>
  )
}
