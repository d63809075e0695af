import { Bone, HeadBones, Loading } from '@/components/ui/skeleton'

import { cn } from '@/lib/cn'
import skeletonCss from '@/components/ui/skeleton.module.css'
import subjectCss from '@/components/ui/subject.module.css'
import ui from '@/components/ui/ui.module.css'

/** A project's page before its project is known. */
export function ProjectSkeleton() {
  return (
    <Loading>
      <div className={subjectCss.crumb}>
        <Bone w={120} h={16} />
      </div>
      <HeadBones name="60%" />
      <Bone className={ui.below16} h={42} />
      <div className={ui.cols}>
        <div className={cn(ui.card, ui.cardPad)}>
          <Bone className={skeletonCss.text} h={388} />
        </div>
        <div className={cn(ui.card, ui.cardPad)}>
          <Bone className={skeletonCss.text} h={488} />
        </div>
      </div>
    </Loading>
  )
}
