import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'

/** A grey box where something will stand. Give it the final geometry. */
export function Bone({ w = '100%', h = 14, className }: { w?: number | string; h?: number | string; className?: string }) {
  return <span className={cn('bone', className)} style={{ width: w, height: h }} />
}

/** Marks a region that waits for its first data. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={className} aria-busy="true" role="status" aria-label={t.loading}>
      {children}
    </div>
  )
}

/** The head of a page about something with a picture and a name. */
export function HeadBones({ name }: { name: string }) {
  return (
    <div className="proj">
      <span className="bone pic pic-96" />
      <div className="proj-body">
        <div className="proj-title">
          <h1 className="sr">{t.loading}</h1>
          <Bone w={name} h={30} />
        </div>
        <div className="sum">
          <Bone className="mt-2" w="80%" h={22} />
        </div>
        <div className="proj-facts">
          <Bone className="mt-2" w="60%" h={22} />
        </div>
      </div>
    </div>
  )
}
