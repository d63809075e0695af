import { Bone, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import type { DisplayMode } from '@/stores/prefs'
import picCss from '@/components/ui/pic.module.css'
import projectCardCss from '@/components/ui/project-card.module.css'
import rowsCss from '@/components/ui/rows.module.css'
import ui from '@/components/ui/ui.module.css'
import hitRowCss from './hit-row.module.css'

// More than a tall screen shows, so that the foot of the page stays out of sight.
const MOST = 16

/** The results' geometry before the first answer. */
export function ResultsSkeleton({ mode, size }: { mode: DisplayMode; size: number }) {
  const keys = Array.from({ length: Math.min(size, MOST) }, (_, index) => index)
  if (mode === 'grid')
    return (
      <Loading className={projectCardCss.cells}>
        {keys.map((key) => (
          <div key={key} className={cn(projectCardCss.cell, ui.card)}>
            <Bone h={180} />
          </div>
        ))}
      </Loading>
    )
  if (mode === 'gallery') {
    return (
      <Loading className={cn(projectCardCss.shots, projectCardCss.gallery)}>
        {keys.map((key) => (
          <div key={key} className={cn(projectCardCss.shot, ui.card)}>
            <div className={projectCardCss.view} />
            <div className={projectCardCss.caption}>
              <Bone w="60%" h={20} />
              <Bone className={ui.above8} w="90%" />
              <Bone className={ui.above16} h={40} />
            </div>
          </div>
        ))}
      </Loading>
    )
  }
  return (
    <Loading className={cn(rowsCss.root, ui.card)}>
      {keys.map((key) => (
        <div key={key} className={hitRowCss.root}>
          <Bone className={picCss.root} w={56} h={56} />
          <div className={ui.grow}>
            <Bone w="34%" h={18} />
            <Bone className={ui.above8} w="80%" />
            <Bone className={ui.above8} w="26%" />
          </div>
          <Bone className={hitRowCss.fit} w={120} h={40} />
          <Bone className={hitRowCss.facts} w={70} h={20} />
          <Bone className={hitRowCss.facts} w={70} h={20} />
        </div>
      ))}
    </Loading>
  )
}
