import { useState } from 'react'
import { cn } from '@/lib/cn'
import { iconSources, identicon } from '@/lib/pictures'
import css from './pic.module.css'

type PicProps = {
  src: string | null | undefined
  /** Gives the drawn picture its initial when there is no other; and its form, without an id. */
  name: string
  /** Gives the drawn picture its form. */
  id?: string | undefined
  /** The id of the project whose icon it is: icons of other sites are loaded by it. */
  project?: string | undefined
  /** The accent of the drawn picture, 0xRRGGBB. */
  color?: number | null | undefined
  size?: 24 | 32 | 40 | 48 | 56 | 64 | 96
  round?: boolean
  /** Alternative text; empty (the default) when the name is shown beside it. */
  alt?: string
  eager?: boolean
  className?: string
}

/** A project's or account's picture; without one, a drawn one of its own. */
export function Pic({ src, name, project, id = project, color, size = 56, round, alt = '', eager, className }: PicProps) {
  const [broken, setBroken] = useState<string | null>()
  const shown = src && src !== broken ? iconSources(src, project, size) : { src: identicon(id ?? name, name, color) }
  return (
    <span className={cn(css.root, size !== 56 && css[`size${size}`], round && css.round, className)}>
      <img
        {...shown}
        alt={alt}
        width={size}
        height={size}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setBroken(src)}
      />
    </span>
  )
}
