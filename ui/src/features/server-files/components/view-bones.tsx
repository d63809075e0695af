import { Bone, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

/** What stands for a file until it is read. */
export function ViewBones() {
  return (
    <Loading className={cn(ui.card, css.viewBones)}>
      <Bone w="30%" h={20} />
      <Bone w="80%" />
      <Bone w="60%" />
      <Bone w="70%" />
    </Loading>
  )
}
