import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'
import picCss from './pic.module.css'
import subjectCss from './subject.module.css'
import ui from './ui.module.css'
import css from './skeleton.module.css'

/** A grey placeholder. Give it the final geometry. */
export function Bone({ w = '100%', h = 14, className }: { w?: number | string; h?: number | string; className?: string }) {
  return <span className={cn(css.root, className)} style={{ width: w, height: h }} />
}

/** Marks a region that waits for its first data. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={className} aria-busy="true" role="status" aria-label={t.loading}>
      {children}
    </div>
  )
}

/** The header of a page with a picture and a name. */
export function HeadBones({ name }: { name: string }) {
  return (
    <div className={subjectCss.root}>
      <span className={cn(css.root, picCss.root, picCss.size96)} />
      <div className={subjectCss.body}>
        <div className={subjectCss.title}>
          <h1 className={ui.visuallyHidden}>{t.loading}</h1>
          <Bone w={name} h={30} />
        </div>
        <div className={subjectCss.summary}>
          <Bone className={ui.above8} w="80%" h={22} />
        </div>
        <div className={subjectCss.facts}>
          <Bone className={ui.above8} w="60%" h={22} />
        </div>
      </div>
    </div>
  )
}
