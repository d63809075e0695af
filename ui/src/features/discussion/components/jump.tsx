import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import type { Discussion } from '../api'
import { floorHref, nextUnread } from '../model/floors'
import { FloorLink } from './floor-link'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

/** Ways to a floor: the newest, the first unread, or one by its number. */
export function Jump({ discussion }: { discussion: Discussion }) {
  const navigate = useNavigate()
  const id = useId()
  const [floor, setFloor] = useState('')
  const [beyond, setBeyond] = useState(false)
  const { last_floor: last } = discussion
  if (last === 0) return null
  const unread = nextUnread(discussion)
  const go = (event: FormEvent) => {
    event.preventDefault()
    const number = Number(floor)
    const there = Number.isInteger(number) && number >= 1 && number <= last
    setBeyond(!there)
    if (there) void navigate({ href: floorHref(discussion, number), resetScroll: false })
  }
  return (
    <div className={css.jump}>
      {unread === undefined ? null : (
        <FloorLink className={buttonClass({ size: 'sm' })} discussion={discussion} floor={unread}>
          {t.jump.unread}
        </FloorLink>
      )}
      <FloorLink className={buttonClass({ size: 'sm' })} discussion={discussion} floor={last}>
        {t.jump.newest}
      </FloorLink>
      <form className={css.byNumber} onSubmit={go} noValidate>
        <label htmlFor={id} className={ui.small}>
          {t.jump.label}
        </label>
        <Input
          id={id}
          className={css.input}
          size="sm"
          inputMode="numeric"
          autoComplete="off"
          value={floor}
          aria-invalid={beyond || undefined}
          aria-describedby={beyond ? `${id}-beyond` : undefined}
          onChange={(event) => setFloor(event.target.value)}
        />
        <Button type="submit" size="sm" disabled={floor.trim() === ''}>
          {t.jump.go}
        </Button>
        {beyond ? (
          <small id={`${id}-beyond`} className={cn(ui.text12, ui.bad)} role="alert">
            {t.jump.beyond(last)}
          </small>
        ) : null}
      </form>
    </div>
  )
}
