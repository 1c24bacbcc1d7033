"""Headless Chromium for the campaigns that look at pages."""

import subprocess


def chromium(page, wide, dark, *more):
    """The output of the browser when it opens a file at this width, in light or dark."""
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += [f"--window-size={wide},2400"]
    if dark:
        command.append("--blink-settings=preferredColorScheme=0")
    done = subprocess.run([*command, *more, f"file://{page}"], capture_output=True, text=True, check=False, timeout=300)
    return done.stdout
