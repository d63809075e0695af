import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import net.kyori.adventure.text.Component;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.GameMode;
import net.minestom.server.entity.Player;
import net.minestom.server.event.player.AsyncPlayerConfigurationEvent;
import net.minestom.server.event.player.PlayerDisconnectEvent;
import net.minestom.server.event.player.PlayerSpawnEvent;
import net.minestom.server.event.server.ServerListPingEvent;
import net.minestom.server.instance.InstanceContainer;
import net.minestom.server.instance.anvil.AnvilLoader;
import net.minestom.server.instance.block.Block;
import net.minestom.server.ping.Status;

/**
 * A game server for tests of a node, in the working directory. It speaks the protocol of 1.21.8 in offline mode, keeps its world in region files,
 * and has the console of a publisher's server as far as a node reads and writes it. It is none of the publishers' programs.
 */
public final class GameServer {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private static final int CHUNKS = 3; // so many are kept on each side of the one in the middle

    private final Properties settings = new Properties();
    private final InstanceContainer world;
    private final byte[] icon;
    private volatile boolean saving = true;

    public static void main(String[] args) throws Exception {
        long began = System.nanoTime();
        try {
            log("Starting minecraft server version 1.21.8 on Java " + Runtime.version().feature());
            if (!licenceAccepted()) {
                log("You need to agree to the EULA in order to run the server. Go to eula.txt for more info.");
                System.exit(0);
            }
            loadMods(Path.of("mods"));
            System.setProperty("minestom.chunk-view-distance", "2");
            MinecraftServer process = MinecraftServer.init();
            GameServer server = new GameServer();
            server.listen(process);
            log(String.format("Done (%.3fs)! For help, type \"help\"", (System.nanoTime() - began) / 1e9));
            server.obey();
        } catch (Exception e) {
            OUT.println("[" + LocalTime.now().format(TIME) + "] [main/ERROR]: Failed to start the minecraft server");
            e.printStackTrace(OUT);
            System.exit(1);
        }
    }

    private GameServer() throws IOException {
        if (Files.exists(Path.of("server.properties"))) {
            try (Reader in = Files.newBufferedReader(Path.of("server.properties"))) {
                settings.load(in);
            }
        }
        Path png = Path.of("server-icon.png");
        icon = Files.exists(png) ? Files.readAllBytes(png) : null;
        String level = settings.getProperty("level-name", "world");
        log("Preparing level \"" + level + "\"");
        Files.createDirectories(Path.of(level, "region"));
        world = MinecraftServer.getInstanceManager().createInstanceContainer();
        world.setChunkLoader(new AnvilLoader(Path.of(level)));
        world.setGenerator(unit -> unit.modifier().fillHeight(0, 40, Block.STONE));
        for (int x = -CHUNKS; x <= CHUNKS; x++) {
            for (int z = -CHUNKS; z <= CHUNKS; z++) {
                world.loadChunk(x, z).join();
            }
        }
        save();
        var timer = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
        timer.scheduleWithFixedDelay(() -> {
            if (saving) {
                save();
            }
        }, 5, 5, TimeUnit.MINUTES);
    }

    private static boolean licenceAccepted() throws IOException {
        Path file = Path.of("eula.txt");
        return Files.exists(file) && Files.readString(file).contains("eula=true");
    }

    /** Refuses to start with a mod that cannot be read, or that depends on one that is not there, as loaders do. */
    private static void loadMods(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> jars;
        try (var all = Files.list(folder)) {
            jars = all.filter(path -> path.getFileName().toString().endsWith(".jar")).sorted().toList();
        }
        Set<String> there = new HashSet<>(Set.of("minecraft", "java", "fabricloader", "fabric-loader", "fabric"));
        List<JsonObject> mods = new ArrayList<>();
        for (Path jar : jars) {
            log("Found mod file " + jar.getFileName());
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                ZipEntry entry = zip.getEntry("fabric.mod.json");
                if (entry == null) {
                    continue;
                }
                String text = new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                JsonObject mod = JsonParser.parseString(text).getAsJsonObject();
                there.add(mod.get("id").getAsString());
                mods.add(mod);
            }
        }
        for (JsonObject mod : mods) {
            if (!mod.has("depends")) {
                continue;
            }
            for (String needed : mod.getAsJsonObject("depends").keySet()) {
                if (!there.contains(needed)) {
                    throw new IllegalStateException("Incompatible mods found! " + mod.get("id").getAsString() + " requires " + needed);
                }
            }
        }
        log("Loaded " + mods.size() + " mods");
    }

    private void listen(MinecraftServer process) {
        int most = Integer.parseInt(settings.getProperty("max-players", "20"));
        String motd = settings.getProperty("motd", "A Minecraft Server");
        var events = MinecraftServer.getGlobalEventHandler();
        events.addListener(ServerListPingEvent.class, event -> {
            var players = Status.PlayerInfo.builder().maxPlayers(most);
            int online = 0;
            for (Player player : MinecraftServer.getConnectionManager().getOnlinePlayers()) {
                players.sample(player);
                online++;
            }
            event.setStatus(Status.builder().description(Component.text(motd)).favicon(icon).playerInfo(players.onlinePlayers(online).build()).build());
        });
        events.addListener(AsyncPlayerConfigurationEvent.class, event -> {
            event.setSpawningInstance(world);
            event.getPlayer().setRespawnPoint(new Pos(0.5, 41, 0.5));
        });
        events.addListener(PlayerSpawnEvent.class, event -> {
            if (event.isFirstSpawn()) {
                event.getPlayer().setGameMode(GameMode.CREATIVE);
                log(event.getPlayer().getUsername() + " joined the game");
            }
        });
        events.addListener(PlayerDisconnectEvent.class, event -> log(event.getPlayer().getUsername() + " left the game"));
        int port = Integer.parseInt(settings.getProperty("server-port", "25565"));
        process.start("0.0.0.0", port);
        log("Listening on port " + port);
    }

    /** Obeys the lines of standard input. After its end the server goes on. */
    private void obey() throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                command(line.strip().split("\\s+"));
            } catch (RuntimeException e) {
                log("Unknown or incomplete command: " + line + " (" + e + ")");
            }
        }
    }

    private void command(String[] words) {
        switch (words[0]) {
            case "stop" -> {
                log("Stopping the server");
                save();
                MinecraftServer.stopCleanly();
                System.exit(0);
            }
            case "list" -> {
                var players = MinecraftServer.getConnectionManager().getOnlinePlayers();
                log("There are " + players.size() + " players online: " + String.join(", ", players.stream().map(Player::getUsername).toList()));
            }
            case "save-off" -> {
                saving = false;
                log("Automatic saving is now disabled");
            }
            case "save-on" -> {
                saving = true;
                log("Automatic saving is now enabled");
            }
            case "save-all" -> {
                log("Saving the game (this may take a moment!)");
                save();
                log("Saved the game");
            }
            case "block" -> log("The block at " + place(words) + " is " + world.getBlock(at(words, 1), at(words, 2), at(words, 3)).name());
            case "setblock" -> {
                world.setBlock(at(words, 1), at(words, 2), at(words, 3), Block.fromKey(words[4]));
                log("Changed the block at " + place(words));
            }
            case "world" -> log("The world is " + world());
            case "leak" -> leak();
            case "help" -> log("stop, list, save-off, save-on, save-all, block X Y Z, setblock X Y Z NAME, world, leak");
            default -> throw new IllegalArgumentException("no such command");
        }
    }

    /** A hash of every block of the kept chunks. */
    private String world() {
        MessageDigest hash;
        try {
            hash = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        var dimension = world.getCachedDimensionType();
        int first = -CHUNKS * 16;
        int after = (CHUNKS + 1) * 16;
        ByteBuffer column = ByteBuffer.allocate(4 * (dimension.maxY() - dimension.minY()));
        for (int x = first; x < after; x++) {
            for (int z = first; z < after; z++) {
                column.clear();
                for (int y = dimension.minY(); y < dimension.maxY(); y++) {
                    column.putInt(world.getBlock(x, y, z).stateId());
                }
                hash.update(column.array());
            }
        }
        return HexFormat.of().formatHex(hash.digest());
    }

    /** Takes memory, beside the heap and on it, until the system ends the process. */
    private static void leak() {
        List<Object> taken = new ArrayList<>();
        try {
            while (true) {
                ByteBuffer outside = ByteBuffer.allocateDirect(1 << 20);
                for (int at = 0; at < outside.capacity(); at += 4096) {
                    outside.put(at, (byte) 1);
                }
                taken.add(outside);
            }
        } catch (OutOfMemoryError e) {
            log("Taken outside of the heap: " + taken.size() + " MiB");
        }
        while (true) {
            taken.add(new byte[1 << 20]);
        }
    }

    /** Writes all chunks to the region files. */
    private synchronized void save() {
        world.saveInstance().join();
        world.saveChunksToStorage().join();
    }

    private static int at(String[] words, int index) {
        return Integer.parseInt(words[index]);
    }

    private static String place(String[] words) {
        return words[1] + ", " + words[2] + ", " + words[3];
    }

    private static void log(String text) {
        OUT.println("[" + LocalTime.now().format(TIME) + "] [Server thread/INFO]: " + text);
    }
}
