import { Bone, HeadBones, Loading } from '@/components/ui/skeleton'

import skeletonCss from '@/components/ui/skeleton.module.css'
import ui from '@/components/ui/ui.module.css'

/** The skeleton of a page with a picture, a name and a list. */
export function PageSkeleton() {
  return (
    <Loading>
      <HeadBones name="40%" />
      <Bone className={ui.below16} h={42} />
      <div className={ui.card}>
        <Bone className={skeletonCss.rows} h={456} />
      </div>
    </Loading>
  )
}
