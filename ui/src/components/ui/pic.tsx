import { useState } from 'react'
import { cn } from '@/lib/cn'
import css from './pic.module.css'

type PicProps = {
  src: string | null | undefined
  /** Seeds the generated block when there is no picture; also its alternative text when `alt` is not given. */
  name: string
  size?: 24 | 32 | 40 | 48 | 56 | 64 | 96
  round?: boolean
  /** Alternative text; empty (the default) when the name is shown beside it. */
  alt?: string
  eager?: boolean
  className?: string
}

function hue(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}

/** A project's or account's picture; without one, a block with a colour of its own. */
export function Pic({ src, name, size = 56, round, alt = '', eager, className }: PicProps) {
  const [broken, setBroken] = useState<string>()
  const shown = src && src !== broken ? src : undefined
  return (
    <span className={cn(css.root, size !== 56 && css[`size${size}`], round && css.round, className)}>
      {shown ? (
        <img
          src={shown}
          alt={alt}
          width={size}
          height={size}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(shown)}
        />
      ) : (
        <svg
          viewBox="0 0 32 32"
          role={alt ? 'img' : undefined}
          aria-label={alt || undefined}
          aria-hidden={alt ? undefined : true}
          style={{ ['--h' as string]: hue(name) }}
          className={css.block}
        >
          <rect className={css.b0} width="32" height="32" />
          <path className={css.b1} d="M16 6l9 4.5-9 4.5-9-4.5z" />
          <path className={css.b2} d="M7 10.500l9 4.500v10.500l-9-4.500z" />
          <path className={css.b3} d="M25 10.500l-9 4.500v10.500l9-4.500z" />
        </svg>
      )}
    </span>
  )
}
