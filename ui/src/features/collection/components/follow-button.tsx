import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { libraryQuery, useLibrary } from '@/lib/library'
import { signIn } from '@/lib/links'
import { sessionQuery } from '@/lib/session'
import { useFollow } from '../api/follow'
import { tellError } from '@/lib/tell-error'
import ui from '@/components/ui/ui.module.css'
import actionsCss from './actions.module.css'

type FollowButtonProps = { project: { id: string; followers: number }; size?: 'sm' | 'lg' }

/** Follows or unfollows the project; anonymous visitors are sent to the sign-in page. */
export function FollowButton({ project, size = 'lg' }: FollowButtonProps) {
  const router = useRouter()
  const client = useQueryClient()
  const library = useLibrary()
  const follow = useFollow(project.id)
  const on = library.data?.follows.includes(project.id) ?? false
  const [pressed, setPressed] = useState(false)
  // A press before the session and the follows are loaded is kept.
  const press = async () => {
    const user = await client.ensureQueryData(sessionQuery)
    if (!user) return router.navigate(signIn(router.state.location.href))
    const { follows } = await client.ensureQueryData(libraryQuery(user.id))
    if (follows.includes(project.id) === on) follow.mutate({ account: user.id, on: !on })
  }
  return (
    <Button
      size={size}
      on={on}
      className={actionsCss.follow}
      aria-pressed={on}
      title={t.followHint(formatExact(project.followers))}
      onClick={() => {
        setPressed(true)
        void press().catch(tellError)
      }}
    >
      <Heart className={cn(ui.icon, on && ui.filled, on && pressed && actionsCss.pop)} aria-hidden />
      {on ? t.following : t.follow}
    </Button>
  )
}
