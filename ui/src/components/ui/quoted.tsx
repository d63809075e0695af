import { cn } from '@/lib/cn'
import ui from './ui.module.css'

/** A fixed English text, small, beside the Chinese text that says it. */
export function Quoted({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <p className={cn(ui.small, className)} lang="en">
      {text}
    </p>
  )
}
