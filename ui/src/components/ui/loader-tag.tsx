import {
  Anvil,
  Aperture,
  AppWindow,
  Blocks,
  BookOpen,
  Box,
  Database,
  Feather,
  File,
  FileCode,
  Flame,
  Image,
  Languages,
  Layers,
  Leaf,
  Monitor,
  Package,
  Palette,
  PackageOpen,
  Puzzle,
  Sun,
  Terminal,
  Waves,
  Wind,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { cn } from '@/lib/cn'
import { loaderName } from '@/lib/loaders'
import ui from './ui.module.css'
import css from './loader-tag.module.css'

const icons: Record<string, LucideIcon> = {
  fabric: Layers,
  forge: Anvil,
  neoforge: Flame,
  quilt: Blocks,
  liteloader: Feather,
  modloader: Puzzle,
  rift: Box,
  bukkit: FileCode,
  spigot: Waves,
  paper: File,
  purpur: Palette,
  folia: Leaf,
  sponge: PackageOpen,
  bungeecord: Wind,
  waterfall: Waves,
  velocity: Zap,
  datapack: Database,
  iris: Aperture,
  optifine: Zap,
  canvas: Palette,
  vanilla: Sun,
  minecraft: Image,
  linux: Terminal,
  macos: AppWindow,
  windows: Monitor,
  language: Languages,
  mrpack: Package,
}

/** A loader or platform: hue, icon and name have the same meaning. */
export function LoaderTag({ id, boxed, className }: { id: string; boxed?: boolean; className?: string }) {
  const Icon = icons[id] ?? BookOpen
  return (
    <span className={cn(css.root, css[id], boxed && css.box, className)}>
      <Icon className={ui.icon} aria-hidden />
      {loaderName(id)}
    </span>
  )
}
